package onsale.reservation.checkin;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.checkin.CheckIn.Outcome;
import onsale.reservation.checkin.CheckInStore.Rules;
import onsale.reservation.checkin.CheckInStore.SectionDoor;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CheckInTest {

    private static final int DOORS = 50;

    @RegisterExtension static final Stores stores = Stores.ownWithoutKafka();
    private static Hall hall;
    private static CheckInStore store;
    private static CheckIn checkIn;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
        store = new CheckInStore(hall.database);
        checkIn = new CheckIn(hall.database, store, hall.passes);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    /** A show with one sold seat, and the code of its ticket. */
    private record Sold(Show show, Fan fan, UUID reservation, String code) {

        static Sold aTicket() {
            Show show = hall.open(aShow());
            Fan fan = aFan();
            UUID id = hall.held(fan, show, 0);
            hall.paid(id, hall.checkedOut(fan, id), UUID.randomUUID(), Hall.PRICE);
            return new Sold(show, fan, id, hall.parts.tickets.valid(id).getFirst().code());
        }

        Outcome scanned(String door) {
            return checkIn.run(scan(door, false));
        }

        Outcome scannedOffline(String door) {
            return checkIn.run(scan(door, true));
        }

        private Scan scan(String door, boolean offline) {
            return new Scan(UUID.randomUUID(), show.id(), code, door, Instant.now(), offline);
        }

        UUID event() {
            return store.eventOf(show.id()).orElseThrow();
        }
    }

    @Test
    void ofFiftyDoorsOneLetsTheTicketIn() throws Exception {
        Sold sold = Sold.aTicket();

        List<Outcome> outcomes = atAllDoors(sold, false);

        assertThat(entered(outcomes)).isOne();
        String door =
                hall.database
                        .sql()
                        .sql("select door from ticket_entries where reservation_id = ?")
                        .param(sold.reservation)
                        .query(String.class)
                        .single();
        assertThat(outcomes)
                .filteredOn(outcome -> outcome instanceof Outcome.Used)
                .hasSize(DOORS - 1)
                .allMatch(outcome -> ((Outcome.Used) outcome).door().equals(door));
    }

    /** The canary: without the key of the entries, every door lets the ticket in. */
    @Test
    void withoutTheKeyOfTheEntriesEveryDoorLetsTheTicketIn() throws Exception {
        Sold sold = Sold.aTicket();
        execute("alter table ticket_entries drop constraint ticket_entries_pkey");

        assertThat(entered(atAllDoors(sold, false))).isEqualTo(DOORS);

        execute("truncate ticket_entries");
        execute("delete from check_in_scans");
        execute("alter table ticket_entries add primary key (reservation_id, ordinal)");
    }

    @Test
    void offlineEveryDuplicateIsListedWithItsDoorAndTime() throws Exception {
        Sold sold = Sold.aTicket();

        List<Outcome> outcomes = atAllDoors(sold, true);

        assertThat(entered(outcomes)).isOne();
        assertThat(store.conflicts(sold.show.id(), 100))
                .hasSize(DOORS - 1)
                .allMatch(one -> one.firstDoor() != null && one.firstAt() != null)
                .extracting(CheckInStore.Conflict::door)
                .doesNotHaveDuplicates();
    }

    @Test
    void anAssignedTicketEntersByItsDoorOnly() throws Exception {
        Sold sold = Sold.aTicket();
        store.replaceRules(
                sold.event(), new Rules(false, List.of(new SectionDoor("1F", "A", "7"))));

        List<Outcome> outcomes = atAllDoors(sold, false);

        assertThat(entered(outcomes)).isOne();
        assertThat(outcomes)
                .filteredOn(outcome -> outcome instanceof Outcome.WrongDoor)
                .hasSize(DOORS - 1);
    }

    /** Each scanner decides by its own list, as the page at the door does. */
    @Test
    void offlineAnAssignedTicketEntersOnceWithoutAConflict() {
        Sold sold = Sold.aTicket();
        store.replaceRules(
                sold.event(), new Rules(false, List.of(new SectionDoor("1F", "A", "7"))));
        List<String> doorsThatLetIn = new ArrayList<>();
        for (int i = 0; i < DOORS; i++) {
            CheckInStore.ListedTicket listed = store.list(sold.show.id(), "", 10).getFirst();
            if (listed.usedAt() == null
                    && (listed.door() == null || listed.door().equals("" + i))) {
                doorsThatLetIn.add("" + i);
            }
        }

        List<Outcome> synced = doorsThatLetIn.stream().map(sold::scannedOffline).toList();

        assertThat(doorsThatLetIn).containsExactly("7");
        assertThat(entered(synced)).isOne();
        assertThat(store.conflicts(sold.show.id(), 10)).isEmpty();
    }

    @Test
    void theSameOfflineScanSentTwiceIsNoConflict() {
        Sold sold = Sold.aTicket();
        Scan scan = sold.scan("A", true);

        checkIn.run(scan);
        Outcome again = checkIn.run(scan);

        assertThat(again).isInstanceOf(Outcome.Entered.class);
        assertThat(store.conflicts(sold.show.id(), 10)).isEmpty();
    }

    @Test
    void whoMayComeBackEntersAgain() {
        Sold sold = Sold.aTicket();
        store.replaceRules(sold.event(), new Rules(true, List.of()));

        sold.scanned("A");

        assertThat(sold.scanned("B"))
                .isInstanceOfSatisfying(
                        Outcome.Entered.class, entered -> assertThat(entered.again()).isTrue());
    }

    @Test
    void aCancelledTicketIsVoidAtOnce() {
        Sold sold = Sold.aTicket();

        hall.cancel(sold.fan.userId(), sold.reservation);

        assertThat(sold.scanned("A")).isInstanceOf(Outcome.Cancelled.class);
        assertThat(sold.scannedOffline("A")).isInstanceOf(Outcome.Cancelled.class);
        assertThat(store.conflicts(sold.show.id(), 10)).hasSize(1);
        assertThat(store.list(sold.show.id(), "", 10)).isEmpty();
    }

    @Test
    void aForgedCodeAndATicketOfAnotherShowAreRefused() {
        Sold sold = Sold.aTicket();
        Sold other = Sold.aTicket();
        Scan forged =
                new Scan(
                        UUID.randomUUID(),
                        sold.show.id(),
                        sold.code.substring(0, sold.code.length() - 4) + "AAAA",
                        "A",
                        Instant.now(),
                        false);
        Scan elsewhere =
                new Scan(UUID.randomUUID(), sold.show.id(), other.code, "A", Instant.now(), false);

        assertThat(checkIn.run(forged)).isInstanceOf(Outcome.Unknown.class);
        assertThat(checkIn.run(elsewhere)).isInstanceOf(Outcome.OtherShow.class);
    }

    @Test
    void theListShowsWhatHasEnteredAndNoCode() {
        Sold sold = Sold.aTicket();
        sold.scanned("B");

        assertThat(store.list(sold.show.id(), "", 10))
                .singleElement()
                .satisfies(ticket -> {
                    assertThat(ticket.usedDoor()).isEqualTo("B");
                    assertThat(ticket.codeHash()).hasSize(64);
                    assertThat(ticket.toString()).doesNotContain(sold.code);
                });
    }

    private static List<Outcome> atAllDoors(Sold sold, boolean offline) throws Exception {
        List<Callable<Outcome>> doors = new ArrayList<>();
        for (int i = 0; i < DOORS; i++) {
            String door = "" + i;
            doors.add(() -> offline ? sold.scannedOffline(door) : sold.scanned(door));
        }
        List<Outcome> outcomes = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Outcome> one : threads.invokeAll(doors)) {
                outcomes.add(one.get());
            }
        }
        return outcomes;
    }

    private static long entered(List<Outcome> outcomes) {
        return outcomes.stream().filter(outcome -> outcome instanceof Outcome.Entered).count();
    }

    private static void execute(String sql) {
        hall.database.sql().sql(sql).update();
    }
}
