import { markdownFence, markdownText, quotedLines } from "../neutral.ts";
import type { Block, Document, Item } from "./document.ts";
import { data, type Inline } from "./inline.ts";

/** Block structure comes from the document alone: no text of others can open, close or forge any of it. */
export function toMarkdown(document: Document): string {
  const summary = markdownText(data(document.summary));
  const parts = [
    `# ${inlineMarkdown(document.title)}`,
    // Four asterisks around nothing would be a rule.
    ...(summary === "" ? [] : [`**${summary}**`]),
    ...document.lead.map((block) => blockMarkdown(block)),
    ...document.sections.flatMap(({ title, blocks }) => [
      `## ${title}`,
      ...blocks.map((block) => blockMarkdown(block)),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return inlineMarkdown(block.inlines).trim();
    case "bullets":
      return block.items.map((item) => itemMarkdown(item)).join("\n");
    case "quote":
      return quoteMarkdown(block.text);
    case "fence":
      return markdownFence(block.text);
    case "fold":
      return [
        `<details>\n<summary>${summaryHtml(block.summary)}</summary>`,
        ...block.blocks.map((inner) => blockMarkdown(inner)),
        "</details>",
      ].join("\n\n");
  }
}

function itemMarkdown(item: Item): string {
  const blocks = item.blocks.flatMap((block) => blockMarkdown(block).split("\n"));
  return [`- ${inlineMarkdown(item.inlines).trim()}`, ...blocks.map((text) => `  ${text}`)].join("\n");
}

/** Line by line: a blank line stays inside the quote, a line break stays a line break. */
function quoteMarkdown(text: string): string {
  return quotedLines(text)
    .map((line, index, lines) => {
      const quoted = markdownText(data(line));
      const next = lines[index + 1] ?? "";
      return `> ${quoted}${quoted !== "" && next.trim() !== "" ? "\\" : ""}`.trimEnd();
    })
    .join("\n");
}

function inlineMarkdown(inlines: readonly Inline[]): string {
  return inlines
    .map((inline): string => {
      if (inline.kind === "word") return inline.text;
      if (inline.kind !== "tone") return markdownText(inline);
      const inner = inlineMarkdown(inline.children);
      return inline.tone === "strong" ? `**${inner}**` : inner;
    })
    .join("");
}

/** Inside an HTML line Markdown is not read, so only words of ours may stand there. */
function summaryHtml(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => (inline.kind === "word" ? inline.text : ""))
    .join("")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}
