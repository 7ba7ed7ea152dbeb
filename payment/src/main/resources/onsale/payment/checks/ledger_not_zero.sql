-- Every entry sums to zero. Critical.
select entry_id from ledger group by entry_id having sum(amount) <> 0
