import { useEffect, useState } from "react";
import { useText } from "../../i18n/useText";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { canPush, subscribe, subscription, unsubscribe } from "./push";
import { text } from "./text";

/** Whether pushes come to this very browser. */
export function ThisDevice({ pushKey }: { pushKey: string }) {
  const t = useText(text);
  const [isOn, setOn] = useState(false);
  const [failure, setFailure] = useState<"denied" | "notSaved" | null>(null);
  useEffect(() => {
    let isShown = true;
    if (canPush()) {
      void subscription().then((known) => isShown && setOn(known !== null));
    }
    return () => {
      isShown = false;
    };
  }, []);
  const change = async () => {
    setFailure(null);
    try {
      if (isOn) {
        await unsubscribe();
        setOn(false);
      } else if (await subscribe(pushKey)) {
        setOn(true);
      } else {
        setFailure("denied");
      }
    } catch {
      setFailure("notSaved");
    }
  };
  return (
    <section className="notifications-matter" aria-labelledby="this-device">
      <h2 className="title-3" id="this-device">
        {t("thisDevice")}
      </h2>
      {failure === null ? null : (
        <Notice tone="stop" alert>
          {t(failure)}
        </Notice>
      )}
      {canPush() ? (
        <>
          <p className="small ink-3">{t(isOn ? "deviceOn" : "deviceOff")}</p>
          <button type="button" className="button button-line" onClick={() => void change()}>
            <Icon name="bell" size={20} />
            {t(isOn ? "stop" : "allow")}
          </button>
        </>
      ) : (
        <p className="small ink-3">{t("noPush")}</p>
      )}
    </section>
  );
}
