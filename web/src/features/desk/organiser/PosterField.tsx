import { useMutation } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { isProblem } from "../../../api/problem";
import { useText } from "../../../i18n/useText";
import { Notice } from "../../../ui/Notice";
import { Poster } from "../../../ui/Poster";
import { posterBase64 } from "./posterFile";
import { text } from "./text";

/** The poster of an event: sent at once, shown to fans when the event is saved. */
export function PosterField(props: {
  url: string;
  disabled: boolean;
  onChange: (url: string) => void;
}) {
  const t = useText(text);
  const send = useMutation({
    mutationFn: async (file: File) =>
      call("/api/admin/posters", "post", {
        body: { image: await posterBase64(file) },
        signedIn: true,
      }),
    onSuccess: (poster) => props.onChange(poster.url),
  });
  return (
    <section className="card office-card" aria-labelledby="event-poster">
      <h2 id="event-poster" className="title-3">
        {t("poster")}
      </h2>
      <div className="event-poster-row">
        <Poster key={props.url} url={props.url} className="event-poster-small" />
        <div className="stack">
          <p className="small ink-2">{t("posterHint")}</p>
          {props.disabled ? null : (
            <div className="row">
              <label className="button button-small office-file">
                {t(send.isPending ? "posterSending" : "posterChoose")}
                <input
                  type="file"
                  className="hidden-text"
                  accept="image/jpeg,image/png,image/webp"
                  onChange={(event) => {
                    const file = event.currentTarget.files?.[0];
                    event.currentTarget.value = "";
                    if (file) send.mutate(file);
                  }}
                />
              </label>
              {props.url ? (
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => props.onChange("")}
                >
                  {t("posterRemove")}
                </button>
              ) : null}
            </div>
          )}
        </div>
      </div>
      {send.isError ? (
        <Notice tone="stop" alert>
          {t(
            isProblem(send.error) && send.error.isTemporary
              ? "offline"
              : isProblem(send.error, "catalog.too_many_posters")
                ? "posterMany"
                : "posterBad",
          )}
        </Notice>
      ) : null}
      {send.data && send.data.url === props.url ? (
        <Notice tone="go">
          {t("posterSent", {
            w: send.data.width,
            h: send.data.height,
            kb: Math.round(send.data.bytes / 1000),
          })}
        </Notice>
      ) : null}
    </section>
  );
}
