-- Organisers have their own events only; operators run the platform.
alter table users drop constraint chk_users_role;
alter table users add constraint chk_users_role
    check (role in ('USER', 'ORGANISER', 'OPERATOR', 'ADMIN'));
