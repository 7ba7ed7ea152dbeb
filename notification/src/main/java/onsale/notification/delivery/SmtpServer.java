package onsale.notification.delivery;

import jakarta.activation.DataHandler;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Date;
import java.util.Properties;
import java.util.UUID;
import onsale.notification.MailSettings;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;

/** The SMTP server that mails are handed to. */
final class SmtpServer {

    /** The server cannot be reached, or refuses us: no mail has been tried. */
    static final class Unreachable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreachable(MessagingException cause) {
            super(
                    cause instanceof AuthenticationFailedException
                            ? "it refuses user and password"
                            : cause.getClass().getSimpleName(),
                    cause);
        }
    }

    /** An open connection. */
    final class Connection implements AutoCloseable {

        private final Transport transport;

        private Connection(Transport transport) {
            this.transport = transport;
        }

        /**
         * Hands over a mail.
         *
         * @param id the same however often the mail is tried, so that a server or reader who has it
         *     already can drop a repetition
         */
        Result send(UUID id, Mail mail) {
            try {
                MimeMessage message = message(id, mail);
                transport.sendMessage(message, message.getAllRecipients());
                return new Result.Accepted();
            } catch (AddressException e) {
                return new Result.Refused("ADDRESS");
            } catch (MessagingException e) {
                return result(e);
            }
        }

        boolean isOpen() {
            return transport.isConnected();
        }

        @Override
        public void close() {
            try {
                transport.close();
            } catch (MessagingException e) {
                // what was accepted stays accepted
            }
        }
    }

    private final MailSettings settings;
    private final Clock clock;
    private final Session session;

    SmtpServer(MailSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.session = Session.getInstance(properties(settings));
    }

    Connection connect() throws Unreachable {
        try {
            Transport transport = session.getTransport();
            transport.connect(
                    settings.host(),
                    settings.port(),
                    settings.user().isEmpty() ? null : settings.user(),
                    settings.user().isEmpty() ? null : settings.password().value());
            return new Connection(transport);
        } catch (MessagingException e) {
            throw new Unreachable(e);
        }
    }

    private MimeMessage message(UUID id, Mail mail) throws MessagingException {
        String messageId =
                "<%s@%s>"
                        .formatted(
                                id,
                                settings.from().substring(settings.from().lastIndexOf('@') + 1));
        MimeMessage message =
                new MimeMessage(session) {
                    @Override
                    protected void updateMessageID() throws MessagingException {
                        setHeader("Message-ID", messageId);
                    }
                };
        message.setFrom(new InternetAddress(settings.from()));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(mail.address(), true));
        message.setSubject(mail.subject(), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(clock.instant()));
        message.setHeader("Auto-Submitted", "auto-generated");
        MimeBodyPart text = new MimeBodyPart();
        text.setText(mail.text(), StandardCharsets.UTF_8.name());
        MimeBodyPart html = new MimeBodyPart();
        html.setText(mail.html(), StandardCharsets.UTF_8.name(), "html");
        MimeMultipart words = new MimeMultipart("alternative", text, html);
        message.setContent(mail.tickets() == null ? words : mixed(words, mail.tickets()));
        message.saveChanges();
        return message;
    }

    private static MimeMultipart mixed(MimeMultipart words, byte[] tickets)
            throws MessagingException {
        MimeBodyPart first = new MimeBodyPart();
        first.setContent(words);
        MimeBodyPart pdf = new MimeBodyPart();
        pdf.setDataHandler(new DataHandler(new ByteArrayDataSource(tickets, "application/pdf")));
        pdf.setFileName("tickets.pdf");
        return new MimeMultipart("mixed", first, pdf);
    }

    /** Only a reply of class 5 to this very mail or address is final. */
    private static Result result(MessagingException e) {
        for (@Nullable Exception at = e;
                at != null;
                at = at instanceof MessagingException more ? more.getNextException() : null) {
            int code =
                    switch (at) {
                        case SMTPAddressFailedException address -> address.getReturnCode();
                        case SMTPSendFailedException send -> send.getReturnCode();
                        default -> 0;
                    };
            if (code >= 500 && code < 600) {
                return new Result.Refused("SMTP_" + code);
            }
        }
        return new Result.NotNow(
                e instanceof SendFailedException ? "SEND_FAILED" : e.getClass().getSimpleName());
    }

    private static Properties properties(MailSettings settings) {
        boolean tls = settings.encryption() == MailSettings.Encryption.TLS;
        boolean startTls = settings.encryption() == MailSettings.Encryption.STARTTLS;
        String protocol = tls ? "smtps" : "smtp";
        String prefix = "mail." + protocol + ".";
        String within = Long.toString(settings.within().toMillis());
        Properties all = new Properties();
        all.setProperty("mail.transport.protocol", protocol);
        all.setProperty(prefix + "connectiontimeout", within);
        all.setProperty(prefix + "timeout", within);
        all.setProperty(prefix + "writetimeout", within);
        all.setProperty(prefix + "auth", Boolean.toString(!settings.user().isEmpty()));
        all.setProperty(prefix + "starttls.enable", Boolean.toString(startTls));
        all.setProperty(prefix + "starttls.required", Boolean.toString(startTls));
        all.setProperty(prefix + "ssl.checkserveridentity", "true");
        return all;
    }
}
