/** Of the static page: lets the browser keep the studio, for when there is no network. A refusal costs only that. */

if ("serviceWorker" in navigator) {
  // The first visit belongs to the studio; what is kept for the next one can wait until it is there.
  addEventListener("load", () => {
    const started = navigator.serviceWorker.register("./service-worker.js", { updateViaCache: "none" });
    started.catch((error: unknown) =>
      console.warn("The studio cannot be kept for use without a network:", error),
    );
  });
}
