/**
 * Why not everything was looked at. `names`: the remote's list is longer than is read. `refs`: it holds more packets than are
 * looked at. `size`: together they are larger than is read. `time`: it was over before.
 */
export type FetchCut = "names" | "refs" | "size" | "time";
