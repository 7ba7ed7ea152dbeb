-- What fans have by their accounts and lots is what the entries say.
-- P1 above 0, nightly
select a.user_id from point_accounts a
cross join lateral (
    select coalesce(sum(remaining) filter (where state = 'SPENDABLE'), 0) as spendable,
           coalesce(sum(remaining) filter (where state = 'PENDING'), 0) as pending
    from point_lots l where l.user_id = a.user_id) l
cross join lateral (
    select coalesce(sum(amount) filter (where account = 'SPENDABLE'), 0) as spendable,
           coalesce(sum(amount) filter (where account = 'PENDING'), 0) as pending
    from point_entries e where e.user_id = a.user_id) e
where a.spendable <> l.spendable or a.spendable <> e.spendable or l.pending <> e.pending
