package onsale.ops;

import java.io.PrintWriter;
import java.util.Map;
import onsale.ops.doctor.Findings;
import onsale.ops.doctor.PostgresExam;
import onsale.ops.doctor.RedisExam;
import onsale.platform.db.Database;
import onsale.platform.redis.Redis;

/** Looks at a platform for an operator, and collects what needs somebody. */
public final class Doctor {

    private final Findings findings = new Findings();
    private final boolean weekly;
    private final boolean monthly;

    public Doctor(boolean weekly, boolean monthly) {
        this.weekly = weekly;
        this.monthly = monthly;
    }

    /**
     * Looks at PostgreSQL, and at the platform's rows in it.
     *
     * @param reader may read the schemas of all contexts
     * @param ops that of this context
     */
    public void examine(Database reader, Database ops) {
        PostgresExam postgres = new PostgresExam(reader, findings);
        postgres.daily();
        new PlatformExam(reader, new OperatorMessages(ops), findings).daily();
        if (weekly) {
            postgres.weekly();
        }
        if (monthly) {
            postgres.monthly();
        }
    }

    public void examine(Redis redis) {
        RedisExam exam = new RedisExam(findings);
        Map<String, String> infos = redis.infos();
        exam.daily(infos);
        if (weekly) {
            exam.weekly(redis);
        }
        if (monthly) {
            exam.monthly(infos);
        }
    }

    /** Notes whether something else is as it should be; the advice is for when it is not. */
    public void judge(boolean healthy, String what, String found, String advice) {
        findings.judge(healthy, what, found, advice);
    }

    /** Looks at something that may not answer; that it does not is a finding too. */
    public void tryTo(String what, String advice, Runnable look) {
        findings.tryTo(what, advice, look);
    }

    public boolean isHealthy() {
        return findings.isHealthy();
    }

    public void print(PrintWriter out) {
        findings.print(out);
    }
}
