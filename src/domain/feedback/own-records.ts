import { defaultTopic } from "../topic.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** Records of one branch and topic; those that no thread of work claims belong to everybody. */
export function ownRecords(
  feedback: readonly FeedbackRecord[],
  { branch, topic }: { readonly branch: string | null; readonly topic: string },
): readonly FeedbackRecord[] {
  return feedback.filter(
    (record) =>
      (record.branch === null || branch === null || record.branch === branch) &&
      (record.topic === null || record.topic === defaultTopic || record.topic === topic),
  );
}
