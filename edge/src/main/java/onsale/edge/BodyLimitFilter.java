package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import onsale.edge.Routes.Kind;
import onsale.platform.problem.PlatformProblems;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * No body is larger than its bound, whether it tells its length beforehand or not. Operators send
 * whole halls, everybody else a few lines.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

    private final long bytesMax;
    private final long operatorsBytesMax;

    BodyLimitFilter(long bytesMax, long operatorsBytesMax) {
        this.bytesMax = bytesMax;
        this.operatorsBytesMax = operatorsBytesMax;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long most = Routes.of(request).kind() == Kind.ADMIN ? operatorsBytesMax : bytesMax;
        long length = request.getContentLengthLong();
        if (length > most) {
            Problems.write(
                    PlatformProblems.ofStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE),
                    response);
        } else if (length < 0 && request.getHeader("Transfer-Encoding") != null) {
            chain.doFilter(new Counted(request, most), response);
        } else {
            chain.doFilter(request, response); // the server reads no further than the length
        }
    }

    /** The body had more bytes than allowed. */
    static final class TooLarge extends IOException {}

    private static final class Counted extends HttpServletRequestWrapper {

        private final long most;

        Counted(HttpServletRequest request, long most) {
            super(request);
            this.most = most;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new CountedStream(super.getInputStream(), most);
        }

        @Override
        public BufferedReader getReader() throws IOException {
            Charset charset =
                    getCharacterEncoding() == null
                            ? StandardCharsets.UTF_8
                            : Charset.forName(getCharacterEncoding());
            return new BufferedReader(new InputStreamReader(getInputStream(), charset));
        }
    }

    private static final class CountedStream extends ServletInputStream {

        private final ServletInputStream in;
        private long left;

        CountedStream(ServletInputStream in, long bytesMax) {
            this.in = in;
            this.left = bytesMax;
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) throws IOException {
            left -= read;
            if (left < 0) {
                throw new TooLarge();
            }
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}
