-- Whose event a schedule is, as the catalogue told it; null for nobody's.
alter table schedules add owner_id uuid;

-- Seats that an organiser takes out of the sale are a reservation like any other, so that the unique
-- index over active seats decides between them and fans. Nothing is paid for them.
alter table reservations
    add kind varchar(20) not null default 'SALE',
    add note varchar(200) not null default '',
    add constraint ck_reservations_kind
        check (kind in ('SALE', 'HOUSE', 'CAMERA', 'SPONSOR', 'COMPLIMENTARY')),
    add constraint ck_reservations_allocated
        check (kind = 'SALE' or (total_amount = 0 and order_id is null and payment_id is null
                                 and status in ('CONFIRMED', 'CANCELLED')));

-- What is sold has been paid; the constraint of the first migration has no name of its own.
do $$
declare
    unnamed text;
begin
    select conname into strict unnamed from pg_constraint
    where conrelid = 'reservations'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%CONFIRMED%payment_id IS NOT NULL%'
      and conname not in ('ck_reservations_verdict', 'ck_reservations_allocated');
    execute format('alter table reservations drop constraint %I', unnamed);
end
$$;
alter table reservations add constraint ck_reservations_paid check (
    status <> 'CONFIRMED' or kind <> 'SALE' or (order_id is not null and payment_id is not null));

create index idx_reservations_allocated on reservations (schedule_id, created_at desc)
    where kind <> 'SALE';
