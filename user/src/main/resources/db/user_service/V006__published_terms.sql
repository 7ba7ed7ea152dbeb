-- The terms that the platform publishes. Of each type the version that took effect last is in force;
-- a published version is never changed, because people have agreed to its words.
create table terms_versions (
    terms_type     text        not null,
    version        text        not null,
    required       boolean     not null,
    effective_from timestamptz not null,
    title_ko       text        not null,
    title_en       text        not null,
    text_ko        text        not null,
    text_en        text        not null,
    published_at   timestamptz not null default now(),

    primary key (terms_type, version),
    constraint uk_terms_effective unique (terms_type, effective_from),
    constraint chk_terms_versions_type check (terms_type in ('SERVICE', 'PRIVACY', 'MARKETING')),
    constraint chk_terms_versions_version check (length(version) between 1 and 20),
    constraint chk_terms_versions_lengths check (
        length(title_ko) between 1 and 100 and length(title_en) between 1 and 100
        and length(text_ko) between 1 and 20000 and length(text_en) between 1 and 20000
    )
);

insert into terms_versions
    (terms_type, version, required, effective_from, title_ko, title_en, text_ko, text_en)
values
('SERVICE', '2025-11', true, '2025-11-01T00:00:00+09:00', '서비스 이용약관', 'Terms of service',
'제1조 (목적) 이 약관은 회원이 공연 예매 서비스를 이용할 때 회원과 회사의 권리와 의무를 정합니다.

제2조 (가입) 본인 확인을 마친 사람이 약관에 동의하면 회원이 됩니다. 한 사람은 계정을 하나만 가질 수 있습니다.

제3조 (예매) 예매는 결제가 확인되고 예매 번호가 발급될 때 성립합니다. 결제하지 않은 좌석은 정해진 시간이 지나면 다른 회원에게 돌아갑니다. 한 사람이 예매할 수 있는 수는 공연마다 제한됩니다.

제4조 (대기열) 순서는 회사가 공개한 규칙에 따라 정해집니다. 자동화 프로그램으로 대기하거나 좌석을 잡는 것은 금지합니다.

제5조 (취소와 환불) 취소 기한과 수수료는 예매할 때 보여 준 기준을 따릅니다. 공연이 취소되면 전액을 돌려드립니다.

제6조 (부정 이용) 다른 사람의 정보로 가입하거나 티켓을 웃돈을 붙여 파는 경우 예매를 취소하고 이용을 제한할 수 있습니다.

제7조 (탈퇴) 회원은 언제든지 탈퇴할 수 있습니다. 관람 전인 예매나 진행 중인 환불이 있으면 그 일이 끝난 뒤에 탈퇴할 수 있습니다.

제8조 (변경) 약관을 바꿀 때에는 시행일 전에 알리고, 시행일 이후 처음 로그인할 때 다시 동의를 받습니다.',
'1. Purpose. These terms set out the rights and duties of members and of the company when tickets are bought here.

2. Membership. A person whose identity has been verified becomes a member by agreeing to the terms. Each person may have one account.

3. Booking. A booking is made when its payment is confirmed and its number is issued. Seats that are not paid for go to others after the time shown. The number of tickets per person is limited for each show.

4. Waiting room. The order follows the rules that the company publishes. Waiting or holding seats by automated programs is forbidden.

5. Cancellation and refunds. Deadlines and fees are those shown at the time of booking. If a show is cancelled, the full price is paid back.

6. Misuse. Signing up with the details of another person, or selling tickets above their price, may lead to cancelled bookings and a restricted account.

7. Leaving. A member may leave at any time. While a show is still to come or a refund is under way, the account can be closed afterwards.

8. Changes. Changes are announced before they take effect, and are agreed to again at the first login after that day.'),
('PRIVACY', '2025-11', true, '2025-11-01T00:00:00+09:00', '개인정보 수집과 이용', 'Collection and use of personal data',
'1. 수집하는 정보: 이메일, 비밀번호(암호화), 본인 확인으로 받은 이름·휴대폰 번호·연계정보(CI)·중복가입확인정보(DI), 로그인 기록(접속 주소, 기기 정보).

2. 쓰는 목적: 회원 확인, 한 사람 한 계정과 구매 한도 지키기, 예매와 환불 처리, 부정 로그인 막기, 예매에 관한 알림.

3. 보관 기간: 탈퇴 후 정해진 기간이 지나면 지웁니다. 법에서 정한 결제 기록은 그 기간 동안 따로 보관합니다. 로그인 기록은 1년 보관합니다.

4. 맡기는 곳: 본인 확인과 결제는 회사가 정한 결제·인증 대행사를 통해 처리합니다.

5. 회원의 권리: 언제든지 내 정보를 보고, 고치고, 지워 달라고 할 수 있습니다. 동의하지 않을 수 있으나 그 경우 가입할 수 없습니다.',
'1. What is collected: e-mail, password (hashed), and from the identity verification name, mobile number, CI and DI; also logins (network address, device).

2. What for: to recognise members, to keep one account and one purchase limit per person, for bookings and refunds, against break-ins, and for messages about bookings.

3. For how long: until a set time after the account was closed. Payment records are kept separately for as long as the law asks. Logins are kept for one year.

4. Processors: identity verification and payment are handled by the providers that the company has chosen.

5. Your rights: you may see, correct and delete your data at any time. You may refuse, but then you cannot sign up.'),
('MARKETING', '2025-11', false, '2025-11-01T00:00:00+09:00', '소식과 혜택 받기', 'News and offers',
'새 공연과 할인 소식을 이메일로 보내 드립니다. 동의하지 않아도 서비스를 이용할 수 있고, 언제든지 내 정보에서 거둘 수 있습니다.',
'We send news about shows and discounts by e-mail. You can use the service without it, and withdraw at any time under Me.');

-- From now on people agree to what is published. Agreements from before name versions of their own.
alter table terms_agreements
    add constraint fk_terms_published foreign key (terms_type, terms_version)
        references terms_versions (terms_type, version) not valid;
