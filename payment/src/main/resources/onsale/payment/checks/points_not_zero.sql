-- Every entry of points sums to zero.
-- P1 above 0, nightly
select entry_id from point_entries group by entry_id having sum(amount) <> 0
