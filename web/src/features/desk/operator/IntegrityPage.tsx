import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { clock, count, day } from "../../../lib/format";
import { Cue } from "../../../ui/Cue";
import { Notice } from "../../../ui/Notice";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { ConfirmSheet } from "./ConfirmSheet";
import { pageOf } from "./pageOf";
import { text } from "./text";
import "./operator.css";

type Check = Answer<"/api/admin/integrity", "get">["items"][number];

const FILTERS = ["ALARM", "P0", "P1", "P2"] as const;

/** The checks that must find nothing: their results, running them, and repairs. */
export default function IntegrityPage() {
  const t = useText(text);
  const address = useListAddress();
  const [repairing, setRepairing] = useState<Check | null>(null);
  const found = useQuery({
    queryKey: ["desk-integrity"],
    queryFn: ({ signal }) => call("/api/admin/integrity", "get", { signedIn: true, signal }),
    refetchInterval: 15_000,
    select: ({ items }) => items,
  });
  const run = useMutation({
    mutationFn: () => call("/api/admin/integrity/run", "post", { signedIn: true }),
    onSuccess: () => void found.refetch(),
  });
  const repair = useMutation({
    mutationFn: (check: string) =>
      call("/api/admin/integrity/{check}/repair", "post", { path: { check }, signedIn: true }),
    onSuccess: () => void found.refetch(),
  });
  const fits = (check: Check) =>
    (address.filter === "" ||
      (address.filter === "ALARM" ? check.alarm : check.severity === address.filter)) &&
    `${check.check} ${check.context} ${check.what}`
      .toLowerCase()
      .includes(address.query.toLowerCase());
  return (
    <DeskLayout
      roles={OPERATORS}
      title={t("integrity")}
      sub={t("integrityLead")}
      actions={
        <button
          type="button"
          className="button button-primary"
          disabled={run.isPending}
          onClick={() => run.mutate()}
        >
          {t(run.isPending ? "running" : "runAll")}
        </button>
      }
    >
      <div role="status">
        {run.isSuccess ? (
          <Notice tone="go">
            {t("ran", { n: run.data.items.filter((one) => one.alarm).length })}
          </Notice>
        ) : null}
        {repair.data ? (
          <Notice tone="go">
            {t("repaired", {
              check: repair.data.check,
              found: repair.data.found,
              done: repair.data.dealtWith,
            })}
          </Notice>
        ) : null}
      </div>
      {run.isError ? (
        <Notice tone="stop" alert>
          {t("actionFailed")}
        </Notice>
      ) : null}
      <DeskList
        label={t("integrity")}
        address={address}
        found={pageOf(found, address, fits)}
        idOf={(check) => check.check}
        searchLabel={t("searchChecks")}
        filters={FILTERS.map((value) => ({
          value,
          label: value === "ALARM" ? t("alarms") : value,
        }))}
        columns={[
          {
            title: t("check"),
            cell: (check) => (
              <>
                <b>{check.check}</b>
                <p className="caption ink-2 operator-wide">{check.what}</p>
              </>
            ),
          },
          { title: t("severity"), cell: (check) => check.severity },
          {
            title: t("found"),
            cell: (check) => (
              <span className="operator-state num">
                <Cue state={cueOf(check)} />
                {check.found == null ? t("neverRan") : count(check.found)}
              </span>
            ),
          },
          {
            title: t("example"),
            cell: (check) => (
              <span className="operator-error">{check.problem ?? check.sample[0] ?? ""}</span>
            ),
          },
          {
            title: t("lastRun"),
            cell: (check) => (check.ranAt ? `${day(check.ranAt)} ${clock(check.ranAt)}` : "–"),
          },
          {
            title: t("action"),
            cell: (check) =>
              check.repairable ? (
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => setRepairing(check)}
                >
                  {t("repair")}
                </button>
              ) : (
                <span className="ink-3">{t("byHand")}</span>
              ),
          },
        ]}
        empty={<p>{t("noChecks")}</p>}
      />
      <ConfirmSheet
        open={repairing !== null}
        title={t("repairTitle")}
        word={repairing?.check ?? ""}
        action={t("repair")}
        onClose={() => setRepairing(null)}
        onConfirm={() => repair.mutateAsync(repairing?.check ?? "")}
      >
        <p>{t("repairConsequence", { n: repairing?.found ?? 0 })}</p>
        <ul className="operator-sample caption">
          {repairing?.sample.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </ConfirmSheet>
    </DeskLayout>
  );
}

function cueOf(check: Check) {
  if (check.problem) return "hurry";
  if (check.found == null) return "ring";
  return check.alarm ? "stop" : "go";
}
