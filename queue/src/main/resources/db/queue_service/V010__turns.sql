-- A row here is a turn, and is called that.
alter table claims rename to turns;
alter table turns rename column claimed_at to taken_at;
alter table turns rename constraint claims_pkey to turns_pkey;
alter table turns rename constraint claims_schedule_id_fkey to turns_schedule_id_fkey;
alter table turns rename constraint claims_place_check to turns_place_check;
alter table turns rename constraint claims_extensions_check to turns_extensions_check;
alter table turns rename constraint claims_released_reason_check to turns_released_reason_check;
alter table turns rename constraint claims_check to turns_check;
alter table turns rename constraint uq_claims_place to uq_turns_place;
alter index uq_claims_user rename to uq_turns_user;
alter index idx_claims_active rename to idx_turns_active;
