package onsale.reservation.ticket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;

/**
 * Prints a ticket as a page of PDF, with the letters that it uses embedded. The font comes with the
 * build of the web app; without it there is no PDF.
 */
final class TicketPdf {

    private static final String FONT = "Pretendard-Regular.ttf";

    /** A5, on its long side. */
    private static final float WIDTH = PDRectangle.A5.getHeight();

    private static final float HEIGHT = PDRectangle.A5.getWidth();
    private static final float LEFT = 56;
    private static final float RIGHT = WIDTH - 48;
    private static final float QR_SIZE = 190;
    private static final float COLUMN = RIGHT - QR_SIZE - 24 - LEFT;
    private static final int LINES_MAX = 3;
    private static final float GREY = 0.36f;

    private final byte[] font;
    private final ZoneId zone;

    private TicketPdf(byte[] font, ZoneId zone) {
        this.font = font;
        this.zone = zone;
    }

    /** Empty in a build without the web app and its font. */
    static Optional<TicketPdf> withFont(ZoneId zone) {
        try (InputStream file = TicketPdf.class.getResourceAsStream(FONT)) {
            return file == null
                    ? Optional.empty()
                    : Optional.of(new TicketPdf(file.readAllBytes(), zone));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] print(PrintedTicket ticket, TicketWords words) {
        return print(List.of(ticket), words);
    }

    /** A page for each ticket. */
    byte[] print(List<PrintedTicket> tickets, TicketWords words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PDDocument document = new PDDocument()) {
            document.getDocumentInformation().setTitle(tickets.getFirst().number());
            document.getDocumentInformation().setCreator("Onsale");
            PDType0Font letters =
                    PDType0Font.load(
                            document,
                            new TTFParser().parse(new RandomAccessReadBuffer(font)),
                            true);
            for (PrintedTicket ticket : tickets) {
                PDPage page = new PDPage(new PDRectangle(WIDTH, HEIGHT));
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    new Sheet(content, letters).draw(ticket, words);
                }
            }
            document.save(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** One page, filled from the top. */
    private final class Sheet {

        private final PDPageContentStream content;
        private final PDType0Font letters;
        private float y = HEIGHT - 64;

        Sheet(PDPageContentStream content, PDType0Font letters) {
            this.content = content;
            this.letters = letters;
        }

        void draw(PrintedTicket ticket, TicketWords words) throws IOException {
            qr(QrCode.of(ticket.code()));
            paragraph(words.name(ticket.title()), 22, true);
            y -= 6;
            paragraph(words.time(ticket.startsAt(), zone), 14, false);
            paragraph(words.name(ticket.venue()) + " " + words.name(ticket.hall()), 12, false);
            y -= 14;
            figure(words.seat, words.seat(ticket.seatNumber()));
            figure(words.grade, ticket.grade());
            figure(
                    words.entrance,
                    ticket.entrance() == null ? words.anyEntrance : ticket.entrance());
            figure(words.number, ticket.number());
            content.setNonStrokingColor(GREY);
            line(words.show, LEFT, 56, 9, false);
            line(words.voided, LEFT, 42, 9, false);
        }

        private void qr(QrCode code) throws IOException {
            float module = QR_SIZE / code.size();
            float left = RIGHT - QR_SIZE;
            float top = HEIGHT - 48;
            code.<IOException>eachRun((x, row, width) ->
                    content.addRect(
                            left + x * module, top - (row + 1) * module, width * module, module));
            content.fill();
        }

        private void figure(String label, String value) throws IOException {
            content.setNonStrokingColor(GREY);
            line(label, LEFT, y, 9, false);
            content.setNonStrokingColor(0f);
            y -= 17;
            paragraph(value, 15, true);
            y -= 5;
        }

        private void paragraph(String text, float size, boolean bold) throws IOException {
            for (String one : lines(printable(text), size)) {
                line(one, LEFT, y, size, bold);
                y -= size * 1.4f;
            }
        }

        private void line(String text, float x, float at, float size, boolean bold)
                throws IOException {
            content.beginText();
            content.setFont(letters, size);
            // the font has one weight: a thin outline makes it bold
            content.setRenderingMode(bold ? RenderingMode.FILL_STROKE : RenderingMode.FILL);
            content.setLineWidth(size / 40);
            content.newLineAtOffset(x, at);
            content.showText(text);
            content.endText();
        }

        /** The text in lines of the column's width, cut off after a few. */
        private List<String> lines(String text, float size) throws IOException {
            List<String> lines = new ArrayList<>();
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < text.length() && lines.size() < LINES_MAX; i++) {
                line.append(text.charAt(i));
                if (letters.getStringWidth(line.toString()) / 1000 * size > COLUMN) {
                    int space = line.lastIndexOf(" ");
                    int end = space > 0 ? space : line.length() - 1;
                    lines.add(line.substring(0, end));
                    line.delete(0, space > 0 ? end + 1 : end);
                }
            }
            if (!line.isEmpty() && lines.size() < LINES_MAX) {
                lines.add(line.toString());
            }
            return lines;
        }

        /** The text without letters that the font lacks. */
        private String printable(String text) {
            StringBuilder kept = new StringBuilder();
            text.codePoints()
                    .filter(Character::isBmpCodePoint)
                    .map(letter -> isKnown(letter) ? letter : '?')
                    .forEach(kept::appendCodePoint);
            return kept.toString();
        }

        private boolean isKnown(int letter) {
            try {
                letters.encode(Character.toString(letter));
                return true;
            } catch (IllegalArgumentException | IOException _) {
                return false;
            }
        }
    }
}
