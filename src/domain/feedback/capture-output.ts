import type { OutputExcerpt, TestResult } from "../workbench.ts";
import { createExcerptCollector } from "./collect-excerpt.ts";
import { createLineReader } from "./read-lines.ts";
import { createTestRecogniser } from "./test-results/recognise-tests.ts";

interface StreamCapture {
  readonly push: (chunk: Uint8Array) => void;
  readonly finish: (redact: (text: string) => string) => {
    readonly excerpt: OutputExcerpt;
    readonly testResult: TestResult | null;
  };
}

export interface OutputCapture {
  readonly stdout: StreamCapture;
  readonly stderr: StreamCapture;
}

/** Takes in the whole output of a command and keeps its excerpts and its test results, in bounded memory. */
export function createOutputCapture(): OutputCapture {
  return { stdout: captureStream(), stderr: captureStream() };
}

function captureStream(): StreamCapture {
  const collector = createExcerptCollector();
  const recogniser = createTestRecogniser();
  const reader = createLineReader({
    line: (text, cut) => {
      collector.add(text, cut);
      recogniser.read(text);
    },
    cleared: recogniser.restart,
  });
  return {
    push: reader.push,
    finish: (redact) => {
      reader.end();
      const result = recogniser.result();
      return {
        excerpt: collector.finish(redact),
        testResult: result === null ? null : { ...result, line: redact(result.line) },
      };
    },
  };
}
