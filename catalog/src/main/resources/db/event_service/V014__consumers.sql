-- A context that is told of schedules is their consumer, as for any other message.
alter table schedule_hearers rename to schedule_consumers;
alter table schedule_consumers rename column hearer to consumer;
alter index idx_hearers_missing rename to idx_consumers_missing;
