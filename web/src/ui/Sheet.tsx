import { useEffect, useRef, type ReactNode } from "react";

/**
 * A question over the page: from below on phones, in the middle on desktops. The browser's own dialog
 * keeps the focus inside and gives it back.
 */
export function Sheet(props: {
  open: boolean;
  onClose: () => void;
  labelledBy: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { open, onClose } = props;
  useEffect(() => {
    const element = dialog.current;
    if (!element) {
      return;
    }
    if (open && !element.open) {
      element.showModal();
    } else if (!open && element.open) {
      element.close();
    }
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={props.labelledBy}
      onClose={() => {
        if (open) onClose(); // by Escape; else it was us
      }}
      onClick={(event) => {
        if (event.target === dialog.current) {
          onClose(); // on the veil around it
        }
      }}
    >
      <div className="sheet-body">{open ? props.children : null}</div>
    </dialog>
  );
}
