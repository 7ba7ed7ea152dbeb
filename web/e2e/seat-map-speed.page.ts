// The engine alone on a hall of 50,000 seats; seat-map-speed.mjs drives it and reads the trace.
import { FreeCounts } from "../src/features/seat-map/engine/counts";
import { aStadium, allSeats } from "../src/features/seat-map/engine/fixtures";
import { planOf } from "../src/features/seat-map/engine/plan";
import { SeatStates } from "../src/features/seat-map/engine/status";
import { MapView } from "../src/features/seat-map/engine/view";
import "../src/styles/tokens.css";

const SEATS = 50_000;

interface Speed {
  firstPictureMillis: number;
  view: MapView;
  pan: (pitch: number, frames: number) => Promise<number[]>;
}

function start(): Speed {
  const began = performance.now();
  const plan = planOf(aStadium(SEATS));
  const states = new SeatStates(plan.count);
  states.take(
    allSeats(
      1,
      Array.from({ length: SEATS }, (_, i) => ((i * 7919) % 10 < 6 ? 0 : i % 3)),
    ),
  );
  const counts = new FreeCounts(plan, states.states);
  counts.updateAll();
  const canvas = document.querySelector("canvas")!;
  const view = new MapView(canvas, {
    plan,
    states: states.states,
    counts,
    looks: [1, 2, 3, 4],
    labels: {
      stage: "Stage",
      section: (section) => section.name,
      zone: () => "",
      count: (free) => String(free),
    },
  });
  view.resize(780, 832, 1);
  return {
    firstPictureMillis: performance.now() - began,
    view,
    // Every frame moves 12 pixels, as a quick finger does, and some seats change meanwhile.
    async pan(pitch, frames) {
      view.zoomBy(pitch / view.camera.pitch);
      await settle();
      const worked: number[] = [];
      for (let i = 0; i < frames; i++) {
        const went = Math.floor(i / 40) % 2 === 0 ? -1 : 1;
        performance.mark("pan");
        view.panBy(12 * went, 5 * went);
        if (i % 10 === 0) {
          const seat = (i * 131) % SEATS;
          states.states[seat] = (states.states[seat]! + 1) % 3;
          counts.update([seat]);
          view.seatsChanged([seat]);
        }
        worked.push(await frame());
      }
      return worked;
    },
  };
}

/** From the frame's callbacks to after its painting. */
function frame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const began = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - began);
      // After all callbacks of this frame.
      requestAnimationFrame(() => undefined);
      port2.postMessage(0);
    });
  });
}

async function settle(): Promise<void> {
  for (let i = 0; i < 60; i++) await frame();
}

(window as unknown as { start: () => Speed }).start = start;
