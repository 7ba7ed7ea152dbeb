package onsale.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.embedded.Ports;

/**
 * A proxy between a client and a real server that fails one of the client's calls. A call is what
 * the client writes at once; the proxy knows no protocol, so it works for PostgreSQL, Redis and
 * Kafka.
 */
public final class FaultProxy implements AutoCloseable {

    public enum Fault {
        /** The connection breaks before the server has seen the call. */
        BEFORE_THE_EFFECT,
        /** The server gets the call and answers, the connection breaks before the answer. */
        AFTER_THE_EFFECT,
        /** Nothing passes on the connection any more, in either direction, and it stays open. */
        HANGING
    }

    private static final int BUFFER_BYTES = 64 << 10;

    private final ServerSocket listener;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile int serverPort;

    private Fault armed = Fault.HANGING;
    private Runnable first = () -> {};
    private int callsUntilFault = Integer.MAX_VALUE;
    private boolean fired;

    /** Listens at once; {@link #forwardTo} must be called before the first client comes. */
    public FaultProxy() {
        try {
            listener = new ServerSocket(Ports.free(), 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public FaultProxy forwardTo(int port) {
        serverPort = port;
        return this;
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Makes the nth call from now on fail, once. */
    public void arm(Fault fault, int nth) {
        arm(fault, nth, () -> {});
    }

    /** Makes the nth call fail, and runs an action before it does. */
    public synchronized void arm(Fault fault, int nth, Runnable before) {
        armed = fault;
        first = before;
        callsUntilFault = nth;
        fired = false;
    }

    /** Ends faults and cuts hanging connections. Returns whether the fault had happened. */
    public boolean disarm() {
        boolean happened;
        synchronized (this) {
            happened = fired;
            callsUntilFault = Integer.MAX_VALUE;
        }
        links.stream().filter(link -> link.hanging).forEach(Link::close);
        return happened;
    }

    /** Cuts every open connection, as a restarted load balancer would. */
    public void cutAll() {
        links.forEach(Link::close);
    }

    private synchronized boolean isTheOne() {
        if (fired || callsUntilFault == Integer.MAX_VALUE || --callsUntilFault > 0) {
            return false;
        }
        fired = true;
        return true;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = connected(client);
                Link link = new Link(client, server);
                links.add(link);
                Thread.ofVirtual().start(link::forwardCalls);
                Thread.ofVirtual().start(link::forwardAnswers);
            } catch (IOException e) {
                // the server is away, so the client sees a closed connection
            }
        }
    }

    private Socket connected(Socket client) throws IOException {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), serverPort);
        } catch (IOException e) {
            close(client);
            throw e;
        }
    }

    @Override
    public void close() {
        cutAll();
        close(listener);
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // it is closed already
        }
    }

    private final class Link {

        private final Socket client;
        private final Socket server;
        private volatile boolean hanging;
        private volatile boolean breakAtAnswer;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void forwardCalls() {
            byte[] buffer = new byte[BUFFER_BYTES];
            try {
                int length;
                while ((length = client.getInputStream().read(buffer)) >= 0) {
                    if (isTheOne()) {
                        first.run();
                        switch (armed) {
                            case BEFORE_THE_EFFECT -> {
                                close();
                                return;
                            }
                            case AFTER_THE_EFFECT -> breakAtAnswer = true;
                            case HANGING -> {
                                hang();
                                return;
                            }
                        }
                    }
                    server.getOutputStream().write(buffer, 0, length);
                }
                close();
            } catch (IOException e) {
                close();
            }
        }

        /** Passes nothing until the client gives up. */
        private void hang() throws IOException {
            hanging = true;
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
            close();
        }

        void forwardAnswers() {
            byte[] buffer = new byte[BUFFER_BYTES];
            try {
                int length;
                while ((length = server.getInputStream().read(buffer)) >= 0) {
                    if (breakAtAnswer) {
                        break;
                    }
                    if (hanging) {
                        continue;
                    }
                    client.getOutputStream().write(buffer, 0, length);
                }
                close();
            } catch (IOException e) {
                close();
            }
        }

        void close() {
            links.remove(this);
            FaultProxy.close(client);
            FaultProxy.close(server);
        }
    }
}
