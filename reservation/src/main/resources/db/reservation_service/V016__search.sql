-- Operators look for the reservation of a payment.
create index idx_reservations_payment on reservations (payment_id) where payment_id is not null;
