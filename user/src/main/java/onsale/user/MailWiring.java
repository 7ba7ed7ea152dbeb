package onsale.user;

import java.time.Clock;
import java.util.List;
import onsale.contracts.Context;
import onsale.contracts.TicketsMailRequested;
import onsale.contracts.Topic;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.messaging.ContextMessages;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.messaging.MessagingSettings;
import onsale.user.account.AccountStore;
import onsale.user.account.KeyedHash;
import onsale.user.account.Passwords;
import onsale.user.account.PersonalData;
import onsale.user.booking.BookingStore;
import onsale.user.deletion.DeleteAccount;
import onsale.user.email.ChangeEmail;
import onsale.user.email.EmailCodes;
import onsale.user.email.VerifyEmail;
import onsale.user.identity.Identities;
import onsale.user.login.LoginDelays;
import onsale.user.login.ReturnToAccount;
import onsale.user.mail.MailRequests;
import onsale.user.mail.MailTickets;
import onsale.user.password.ConfirmPassword;
import onsale.user.session.Sessions;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires what mails are sent for: e-mail addresses, and the end of an account. */
@Configuration(proxyBeanMethods = false)
class MailWiring {

    @Bean
    ContextMessages userMessages(
            Database userDatabase,
            @Qualifier(UserModule.JOBS) Jobs jobs,
            Ids ids,
            MessageKeys keys,
            KafkaSettings kafka,
            MessagingSettings messaging) {
        return new ContextMessages(
                userDatabase, ids::next, keys.of(Context.USER), kafka, messaging, jobs);
    }

    @Bean
    BookingStore bookingStore(
            Database userDatabase,
            @Qualifier("userMessages") ContextMessages messages,
            MailRequests mails) {
        BookingStore bookings = new BookingStore(userDatabase);
        messages.consume(
                Context.USER,
                List.of(Topic.RESERVATION_EVENTS, Topic.PAYMENT_EVENTS),
                bookings.handlers()
                        .on(
                                TicketsMailRequested.class,
                                new MailTickets(userDatabase, mails)::asked));
        return bookings;
    }

    /** The settings of the notification context say whether there is any mail. */
    @Bean
    MailRequests mailRequests(
            Database userDatabase,
            PersonalData personal,
            @Qualifier("userMessages") ContextMessages messages,
            MessageKeys keys,
            Ids ids,
            @Value("${onsale.mail.host:}") String mailHost,
            @Value("${onsale.mail.mailbox:false}") boolean mailbox) {
        return new MailRequests(
                userDatabase,
                personal,
                messages.outbox(),
                keys.of(Context.USER),
                ids,
                !mailHost.isEmpty() || mailbox);
    }

    @Bean
    EmailCodes emailCodes(
            Database userDatabase, KeyedHash hash, UserSettings settings, Clock clock) {
        return new EmailCodes(userDatabase, hash, settings, clock);
    }

    @Bean
    VerifyEmail verifyEmail(
            Database userDatabase, EmailCodes codes, MailRequests mails, Clock clock) {
        return new VerifyEmail(userDatabase, codes, mails, clock);
    }

    @Bean
    ChangeEmail changeEmail(
            Database userDatabase,
            PersonalData personal,
            EmailCodes codes,
            MailRequests mails,
            Sessions sessions,
            Ids ids,
            Clock clock) {
        return new ChangeEmail(userDatabase, personal, codes, mails, sessions, ids, clock);
    }

    @Bean
    ConfirmPassword confirmPassword(
            AccountStore accounts, Passwords passwords, LoginDelays delays) {
        return new ConfirmPassword(accounts, passwords, delays);
    }

    @Bean
    DeleteAccount deleteAccount(
            Database userDatabase,
            AccountStore accounts,
            BookingStore bookings,
            MailRequests mails,
            Sessions sessions,
            UserSettings settings,
            Clock clock) {
        return new DeleteAccount(
                userDatabase, accounts, bookings, mails, sessions, settings, clock);
    }

    @Bean
    ReturnToAccount returnToAccount(
            AccountStore accounts, PersonalData personal, Identities identities, Clock clock) {
        return new ReturnToAccount(accounts, personal, identities, clock);
    }
}
