/** What the commands for coding agents' sessions say. */
export interface SessionWords {
  readonly imported: string;
  readonly commands: string;
  readonly commandsValue: string;
  readonly exitFrom: string;
  readonly exitFromValue: string;
  readonly files: string;
  readonly filesValue: string;
  readonly words: string;
  readonly wordsValue: string;
  readonly course: string;
  readonly courseValue: string;
  readonly context: string;
  readonly contextOf: string;
  readonly contextUnknown: string;
  readonly damage: string;
  readonly damageNone: string;
  readonly damageSome: string;
  readonly partial: string;
  readonly notKept: string;
  readonly noPrompt: string;
}
