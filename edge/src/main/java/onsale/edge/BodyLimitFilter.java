package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import onsale.edge.Routes.Kind;
import onsale.platform.problem.PlatformProblems;
import org.apache.coyote.BadRequestException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * No body is larger than its bound, whether it tells its length beforehand or not. Operators send
 * whole halls, everybody else a few lines. It is read here, before {@link PlacesFilter}, so that
 * nobody takes up a place by sending slowly.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

    private final int bytesMax;
    private final int operatorsBytesMax;

    BodyLimitFilter(int bytesMax, int operatorsBytesMax) {
        this.bytesMax = bytesMax;
        this.operatorsBytesMax = operatorsBytesMax;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        int most = Routes.of(request).kind() == Kind.ADMIN ? operatorsBytesMax : bytesMax;
        if (request.getContentLengthLong() > most) {
            refuse(response);
            return;
        }
        byte[] body;
        try {
            body = request.getInputStream().readNBytes(most + 1);
        } catch (BadRequestException e) {
            Problems.write(Problems.of(e), response);
            return;
        }
        if (body.length > most) {
            refuse(response);
        } else {
            chain.doFilter(new Whole(request, body), response);
        }
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        Problems.write(
                PlatformProblems.ofStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE),
                response);
    }

    /** A request whose body is here. */
    private static final class Whole extends HttpServletRequestWrapper {

        private final byte[] body;

        Whole(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Bytes(body);
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(
                    new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }

    private static final class Bytes extends ServletInputStream {

        private final ByteArrayInputStream in;

        Bytes(byte[] body) {
            this.in = new ByteArrayInputStream(body);
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            return in.read(bytes, offset, length);
        }

        @Override
        public boolean isFinished() {
            return in.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("no call is asynchronous");
        }
    }
}
