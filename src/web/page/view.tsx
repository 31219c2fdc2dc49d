import type { JSX } from "preact";
import type { Overview } from "../../domain/view/view-model.ts";
import { usePage } from "./state/page-context.ts";
import type { Loaded } from "./state/use-data.ts";
import { AttemptsView } from "./views/attempts.tsx";
import { BoardView } from "./views/board.tsx";
import { ChainView } from "./views/chain.tsx";
import { InboxView } from "./views/inbox.tsx";
import { NowView } from "./views/now.tsx";
import { PacketView } from "./views/packet.tsx";
import { RunsView } from "./views/runs.tsx";
import { TimelineView } from "./views/timeline.tsx";

export function View({ overview }: { readonly overview: Loaded<Overview> }): JSX.Element {
  const { route } = usePage();
  switch (route.view) {
    case "now":
      return <NowView overview={overview} />;
    case "board":
      return <BoardView overview={overview} />;
    case "chain":
      return <ChainView />;
    case "packet":
      return <PacketView key={route.id ?? ""} overview={overview} />;
    case "timeline":
      return <TimelineView overview={overview.data} />;
    case "attempts":
      return <AttemptsView />;
    case "runs":
      return <RunsView />;
    case "inbox":
      return <InboxView />;
  }
}
