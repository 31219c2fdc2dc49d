import type { JSX } from "preact";

/** Lines on a field of 16 by 16. */
const shapes = {
  good: "M3 8.5 6.5 12 13 4.5",
  moved: "M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3",
  human: "M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM2.5 14c.4-3 2.6-4.5 5.5-4.5s5.1 1.5 5.5 4.5",
  stop: "M5.3 1.500h5.400l3.8 3.800v5.400l-3.8 3.800H5.300l-3.8-3.800V5.300ZM5 8h6",
  bad: "M4 4l8 8M12 4l-8 8",
  warn: "M8 2 14.5 13.500h-13ZM8 6.500v3M8 11.500v.2",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.7 2.200C8.3 8.7 8 9.2 8 10M8 12.600v.2",
  quiet: "M4 8h8",
  info: "M8 7v5M8 4v.2",
  gone: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM4 12l8-8",
  copy: "M5.5 5.500h8v8h-8ZM3 10.500h-.5v-8h8V3",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM11 11l3.5 3.5",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.500M8 13.500V15M1 8h1.500M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  moon: "M13.5 9.500A6 6 0 0 1 6.5 2.500a6 6 0 1 0 7 7Z",
  close: "M4 4l8 8M12 4l-8 8",
  help: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.3 6.500a1.7 1.7 0 1 1 2.5 1.500c-.6.3-.8.7-.8 1.300M8 11.300v.1",
  branch:
    "M4.5 5v6M4.5 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4.5 14a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM11.5 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM11.5 5c0 3-7 2-7 6",
  prompt: "M2.5 3h11v8H7l-3 2.500V11H2.500Z",
  edit: "M3 13l.7-3L11 2.7 13.3 5 6 12.300Z",
  command: "M2.5 4 6 8l-3.5 4M8 12h5.5",
  commit: "M8 10.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 8h4M10.5 8h4",
  compaction: "M3 2.500h10M3 13.500h10M8 4v3M6.5 5.5 8 7l1.5-1.500M8 12V9M6.5 10.5 8 9l1.5 1.5",
  interrupt: "M5.5 4v8M10.5 4v8",
  effect: "M9 1.5 3.5 9H8l-1 5.500L12.5 7H8Z",
  cut: "M5 12a1.8 1.8 0 1 1-3.6 0A1.8 1.8 0 0 1 5 12ZM5 4a1.8 1.8 0 1 1-3.6 0A1.8 1.8 0 0 1 5 4ZM4.7 5 14 11.500M4.7 11 14 4.5",
  next: "M3 8h9M8.5 4.5 12 8l-3.5 3.5",
} as const;

export type IconName = keyof typeof shapes;

/** Always beside a word that says the same. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
