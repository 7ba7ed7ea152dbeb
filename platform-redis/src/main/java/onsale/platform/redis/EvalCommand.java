package onsale.platform.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** An EVALSHA command that remembers whether any part of it was written to the connection. */
final class EvalCommand extends AsyncCommand<String, String, List<Object>> {

    private volatile boolean written;

    EvalCommand(String sha, List<String> keys, List<String> args) {
        super(
                new Command<>(
                        CommandType.EVALSHA,
                        new NestedMultiOutput<>(StringCodec.UTF8),
                        new CommandArgs<>(StringCodec.UTF8)
                                .add(sha)
                                .add(keys.size())
                                .addKeys(keys)
                                .addValues(args)));
    }

    @Override
    public void encode(ByteBuf buffer) {
        written = true;
        super.encode(buffer);
    }

    boolean wasWritten() {
        return written;
    }
}
