-- Every charge is the one that paid its order, or is given back, or about to be.
-- P0 above 0, nightly
select l.provider_id, l.transaction_id from ledger l
where l.account = 'SALES'
  and not exists (select from payments p
                  where p.provider_id = l.provider_id
                    and p.portone_transaction_id = l.transaction_id and p.status = 'SUCCESS')
  and not exists (select from refunds r
                  where r.provider_id = l.provider_id and r.transaction_id = l.transaction_id)
