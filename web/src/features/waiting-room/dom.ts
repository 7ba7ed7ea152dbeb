import { icons, type IconName } from "../../ui/icons";

type Child = Node | string | null | false;

interface Attributes {
  [name: string]: string | boolean | ((event: Event) => void) | undefined;
}

/** An element with attributes, listeners (`onclick`) and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(
  tag: string,
  attributes: Record<string, string>,
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function icon(name: IconName, size: 20 | 24 | 32 = 24): SVGElement {
  return svg(
    "svg",
    { class: `icon icon-${size}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: icons[name] }),
  );
}

export function soundIcon(): SVGElement {
  return svg(
    "svg",
    { class: "icon icon-24", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", {
      d: "M4 9.8h3.2L12 5.8v12.4l-4.8-4H4zM15.2 9.2a4 4 0 0 1 0 5.6M17.8 6.6a7.6 7.6 0 0 1 0 10.8",
    }),
  );
}

/** Changes a text in place, and only if it is another. */
export function say(element: Element, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}
