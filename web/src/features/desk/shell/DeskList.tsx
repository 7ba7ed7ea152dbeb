import type { UseQueryResult } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { useText } from "../../../i18n/useText";
import { Field } from "../../../ui/Field";
import { Notice } from "../../../ui/Notice";
import { text } from "./text";
import type { ListAddress } from "./useListAddress";

interface ListPage<Item> {
  items: Item[];
  page: number;
  size: number;
  total: number;
}

interface Column<Item> {
  title: string;
  cell: (item: Item) => ReactNode;
  /** Numbers stand at the right. */
  isNumber?: boolean;
}

interface DeskListProps<Item> {
  /** What it is a list of, for screen readers. */
  label: string;
  address: ListAddress;
  found: UseQueryResult<ListPage<Item>>;
  idOf: (item: Item) => string;
  columns: readonly Column<Item>[];
  searchLabel?: string;
  filters?: readonly { value: string; label: string }[];
  /** What stands there when nothing is there yet. */
  empty: ReactNode;
}

/** A list with search, filter, pages, and its empty and failed state. On phones rows become cards. */
export function DeskList<Item>(props: DeskListProps<Item>) {
  const t = useText(text);
  const { address, found } = props;
  const isNarrowed = address.query !== "" || address.filter !== "";
  return (
    <div className="stack">
      {props.searchLabel || props.filters ? (
        <Controls
          address={address}
          {...(props.searchLabel === undefined ? {} : { searchLabel: props.searchLabel })}
          filters={props.filters ?? []}
        />
      ) : null}
      {found.isError ? (
        <Notice tone="stop" alert>
          {t("listFailed")}{" "}
          <button type="button" onClick={() => void found.refetch()}>
            {t("retry")}
          </button>
        </Notice>
      ) : null}
      {found.isPending ? (
        <p className="ink-3" role="status">
          {t("loading")}
        </p>
      ) : null}
      {found.data && found.data.items.length > 0 ? <Rows {...props} page={found.data} /> : null}
      {found.data && found.data.items.length === 0 ? (
        <div className="card office-empty" role="status">
          {isNarrowed ? (
            <>
              <p>{t("noMatch")}</p>
              <button
                type="button"
                className="button button-small"
                onClick={() => address.set({ query: "", filter: "" })}
              >
                {t("clear")}
              </button>
            </>
          ) : (
            props.empty
          )}
        </div>
      ) : null}
      {found.data ? <Pages page={found.data} address={address} /> : null}
    </div>
  );
}

function Controls(props: {
  address: ListAddress;
  searchLabel?: string;
  filters: readonly { value: string; label: string }[];
}) {
  const t = useText(text);
  const { address } = props;
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    address.set({ query: String(new FormData(event.currentTarget).get("q")).trim() });
  };
  return (
    <div className="office-controls">
      {props.searchLabel ? (
        <form role="search" className="office-search" onSubmit={look}>
          <Field
            key={address.query}
            label={props.searchLabel}
            name="q"
            type="search"
            defaultValue={address.query}
            maxLength={100}
            autoComplete="off"
          />
          <button className="button">{t("find")}</button>
        </form>
      ) : null}
      {props.filters.length > 0 ? (
        <div className="segments" role="group" aria-label={t("filter")}>
          {[{ value: "", label: t("all") }, ...props.filters].map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={address.filter === value}
              onClick={() => address.set({ filter: value })}
            >
              {label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Rows<Item>(props: DeskListProps<Item> & { page: ListPage<Item> }) {
  const { columns, page } = props;
  return (
    <div className="card office-table-box">
      <table className="office-table" aria-label={props.label}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? "office-number" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.items.map((item) => (
            <tr key={props.idOf(item)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td
                  key={title}
                  data-title={title}
                  className={isNumber ? "office-number num" : undefined}
                >
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pages({ page, address }: { page: ListPage<unknown>; address: ListAddress }) {
  const t = useText(text);
  const last = Math.max(0, Math.ceil(page.total / page.size) - 1);
  if (last === 0) {
    return null;
  }
  const from = page.page * page.size + 1;
  const to = Math.min(page.total, from + page.items.length - 1);
  return (
    <nav className="row office-pages" aria-label={t("pages")}>
      <p className="grow small ink-2 num" role="status">
        {t("range", { from, to, total: page.total })}
      </p>
      <button
        type="button"
        className="button button-small"
        disabled={page.page === 0}
        onClick={() => address.set({ page: page.page - 1 })}
      >
        {t("previous")}
      </button>
      <button
        type="button"
        className="button button-small"
        disabled={page.page >= last}
        onClick={() => address.set({ page: page.page + 1 })}
      >
        {t("next")}
      </button>
    </nav>
  );
}
