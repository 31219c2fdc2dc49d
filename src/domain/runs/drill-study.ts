/** One card of the study material that the drill exports. */
interface StudyCard {
  readonly question: string;
  readonly answer: string;
  /** Sentence of the source that shows the answer. */
  readonly source: string;
}

const studyCards: readonly StudyCard[] = [
  {
    question: "Why is a missing receipt no proof that nothing happened?",
    answer: "Between an effect and its receipt there is always a moment in which the process can end.",
    source: "A state that was not updated does not say that the action did not happen.",
  },
  {
    question: "What does whoever takes over look at first?",
    answer: "At the evidence of now: intent, state, artifact and inputs; then at what was planned.",
    source: "Ask first what evidence there is, then what was to come next.",
  },
  {
    question: "When is an operation idempotent?",
    answer: "When doing it again for the same logical operation leaves the same result as doing it once.",
    source: "A new name for a request makes it a new operation, not a safe repetition.",
  },
];

export const studyTask: string = [
  "# Task of this run",
  "",
  "Goal: export the cards as `review.md`, once.",
  "",
  "Whoever takes over may: inspect the run, verify the artifact, keep a new recovery record.",
  "",
  "Whoever takes over must not: run the export again, change or complete the old run, call the content reviewed.",
  "",
].join("\n");

/** The text of `cards.json`, which lies beside the run: a reader can look at it, and change it. */
export const studySource: string = `${JSON.stringify(studyCards, null, 2)}\n`;

/** The export itself: review material, derived from the text of `cards.json` alone. */
export function deriveReview(cardsText: string): string {
  const cards = JSON.parse(cardsText) as readonly StudyCard[];
  const blocks = cards.map(({ question, answer, source }, index) =>
    [`## ${index + 1}. ${question}`, "", answer, "", `> ${source}`, ""].join("\n"),
  );
  return ["# Review", "", ...blocks].join("\n");
}
