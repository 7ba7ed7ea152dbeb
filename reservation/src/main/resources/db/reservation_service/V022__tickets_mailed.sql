-- When the tickets were last asked for by mail: not again within a minute.
alter table reservations add tickets_mailed_at timestamptz;
