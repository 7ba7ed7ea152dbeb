package onsale.reservation.ticket;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import javax.imageio.ImageIO;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.testkit.Stores;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TicketPictureTest {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final String CODE = "qt_" + "aZ09-_".repeat(25);

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    private static PrintedTicket aTicket(String title) {
        return new PrintedTicket(
                "B-20261207-000042-1",
                CODE,
                false,
                title,
                "예술의전당 Seoul Arts Center",
                "오페라극장 Opera Theatre",
                Instant.parse("2026-12-07T10:30:00Z"),
                "1층 B 11 18",
                "R",
                "동문");
    }

    @Test
    void aScannerReadsTheCodeOfThePicture() throws Exception {
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(QrCode.of(CODE).png()));

        assertThat(read(picture)).isEqualTo(CODE);
    }

    @Test
    void theVectorsDrawTheModulesOfThePicture() {
        QrCode code = QrCode.of(CODE);
        boolean[][] drawn = new boolean[code.size()][code.size()];
        String svg = new String(code.svg(), StandardCharsets.UTF_8);

        for (String run : svg.substring(svg.lastIndexOf("d=\"M") + 4).split("M", -1)) {
            String[] numbers = run.split("[ hvz]", -1);
            int x = Integer.parseInt(numbers[0]);
            for (int i = x; i < x + Integer.parseInt(numbers[2]); i++) {
                drawn[Integer.parseInt(numbers[1])][i] = true;
            }
        }

        BufferedImage picture = new BufferedImage(500, 500, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                int column = x / 8;
                int row = y / 8;
                boolean dark = row < drawn.length && column < drawn.length && drawn[row][column];
                picture.setRGB(x, y, dark ? 0 : 0xffffff);
            }
        }
        assertThat(read(picture)).isEqualTo(CODE);
    }

    @Test
    void thePrintedPageHasTheShowTheSeatTheEntranceAndACodeThatCanBeScanned() throws Exception {
        TicketPdf pdf = TicketPdf.withFont(SEOUL).orElseThrow();

        byte[] korean = pdf.print(aTicket("종이배의 노래 Paper Boat Song"), TicketWords.KO);
        byte[] english = pdf.print(aTicket("종이배의 노래 Paper Boat Song"), TicketWords.EN);

        try (PDDocument page = Loader.loadPDF(korean)) {
            assertThat(new PDFTextStripper().getText(page))
                    .contains(
                            "종이배의 노래",
                            "2026년 12월 7일 (월) 19:30",
                            "1층 B구역 11열 18번",
                            "동문",
                            "B-20261207-000042-1");
            assertThat(read(new PDFRenderer(page).renderImageWithDPI(0, 200))).isEqualTo(CODE);
            page.getPage(0)
                    .getResources()
                    .getFontNames()
                    .forEach(name ->
                            assertThat(name.getName()).as("an embedded font").startsWith("F"));
        }
        try (PDDocument page = Loader.loadPDF(english)) {
            assertThat(new PDFTextStripper().getText(page))
                    .contains("Paper Boat Song", "Mon, Dec 7, 2026", "1F B, row 11, seat 18");
        }
        assertThat(korean.length).as("only the letters it uses").isLessThan(200_000);
    }

    @Test
    void aLongTitleAndLettersWithoutAShapeArePrintedAllTheSame() throws Exception {
        TicketPdf pdf = TicketPdf.withFont(SEOUL).orElseThrow();

        byte[] printed = pdf.print(aTicket("끝없는공연".repeat(60) + " 🎭 \u0007"), TicketWords.KO);

        try (PDDocument page = Loader.loadPDF(printed)) {
            assertThat(page.getNumberOfPages()).isOne();
            assertThat(new PDFTextStripper().getText(page)).contains("B-20261207-000042-1");
        }
    }

    @Test
    void aCancelledTicketIsVoidAtOnceAndNobodyElseHasIt() {
        Show show = hall.open(aShow());
        Fan fan = aFan();
        UUID id = hall.held(fan, show, 0);
        hall.paid(id, hall.checkedOut(fan, id), UUID.randomUUID(), Hall.PRICE);
        TicketStore tickets = hall.parts.tickets;
        String number = tickets.valid(id).getFirst().number();

        assertThat(tickets.printed(fan.userId(), id, number))
                .hasValueSatisfying(ticket -> assertThat(ticket.isVoid()).isFalse());
        assertThat(tickets.printed(aFan().userId(), id, number)).isEmpty();
        assertThat(tickets.printed(fan.userId(), UUID.randomUUID(), number)).isEmpty();

        hall.cancel(fan.userId(), id);

        assertThat(tickets.printed(fan.userId(), id, number))
                .hasValueSatisfying(ticket -> assertThat(ticket.isVoid()).isTrue());
        assertThat(List.of(aTicket("x").toString())).noneMatch(text -> text.contains(CODE));
    }

    private static String read(BufferedImage picture) {
        int width = picture.getWidth();
        int height = picture.getHeight();
        int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
        try {
            return new QRCodeReader()
                    .decode(
                            new BinaryBitmap(
                                    new HybridBinarizer(
                                            new RGBLuminanceSource(width, height, pixels))))
                    .getText();
        } catch (com.google.zxing.ReaderException e) {
            throw new AssertionError("no code in the picture", e);
        }
    }
}
