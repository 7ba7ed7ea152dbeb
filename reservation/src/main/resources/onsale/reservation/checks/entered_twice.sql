-- A ticket enters once, unless its event allows to come back; later scans are conflicts.
-- P1 above 0, nightly
select reservation_id, ordinal from check_in_scans where outcome = 'ENTERED'
group by reservation_id, ordinal having count(*) > 1
