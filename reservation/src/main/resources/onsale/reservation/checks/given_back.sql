-- What is asked back for seats is their price less their fees.
-- P0 above 0, nightly
select refund_id, sum(s.price), sum(s.fee), f.price, f.amount from reservation_seats s
left join refunds f on f.id = s.refund_id
where s.refund_id is not null
group by refund_id, f.id
having f.id is null or sum(s.price) <> f.price or sum(s.price - s.fee) <> f.amount
