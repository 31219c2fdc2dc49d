import { render } from "preact";
import { bootId, type Boot } from "../boot.ts";
import { App } from "./app.tsx";

const data = document.getElementById(bootId)?.textContent;
const place = document.getElementById("app");
// Both stand in the document that the build makes.
if (data != null && place !== null) render(<App boot={JSON.parse(data) as Boot} />, place);
