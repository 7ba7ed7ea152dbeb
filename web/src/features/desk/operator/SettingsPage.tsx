import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { text } from "./text";
import "./operator.css";

const SIZE = 50;
const CHANGED = "changed";

/** The settings of the process that answers, and where each comes from. Secrets are hidden. */
export default function SettingsPage() {
  const t = useText(text);
  const address = useListAddress();
  const query = address.query.replace(/[^A-Za-z0-9._-]/g, "");
  const found = useQuery({
    queryKey: ["desk-settings", query, address.filter, address.page],
    queryFn: ({ signal }) =>
      call("/api/admin/settings", "get", {
        query: {
          query,
          changedOnly: address.filter === CHANGED,
          page: address.page,
          size: SIZE,
        },
        signedIn: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <DeskLayout
      roles={OPERATORS}
      title={t("settings")}
      sub={found.data ? t("settingsOf", { node: found.data.node }) : t("settingsLead")}
    >
      <DeskList
        label={t("settings")}
        address={address}
        found={found}
        idOf={(setting) => setting.name}
        searchLabel={t("searchSettings")}
        filters={[{ value: CHANGED, label: t("changedOnly") }]}
        columns={[
          { title: t("setting"), cell: (setting) => <b>{setting.name}</b> },
          {
            title: t("value"),
            cell: (setting) => (
              <span className="operator-error">
                {setting.value === "" ? t("noValue") : setting.value}
              </span>
            ),
          },
          {
            title: t("source"),
            cell: (setting) => (setting.source === "default" ? t("byDefault") : setting.source),
          },
        ]}
        empty={<p>{t("noSettings")}</p>}
      />
    </DeskLayout>
  );
}
