-- Every entry sums to zero.
-- P0 above 0, nightly
select entry_id from ledger group by entry_id having sum(amount) <> 0
