/** What has one active packet, and one owner at a time. No branch: a detached head, or a folder without git. */
export interface Thread {
  readonly branch: string | null;
  readonly topic: string;
}
