-- What a row names is a turn of the waiting room; admission is how the next fans are called.
alter table reservations rename column admission_id to turn_id;
alter index idx_reservations_admission rename to idx_reservations_turn;
alter table ended_turns rename column admission_id to turn_id;
