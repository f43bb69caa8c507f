// The health check of the container: 0 if the process in it is alive. `serve` and `start` listen on PORT, `work` on
// METRICS_PORT.
const ports = [process.env.PORT || '8080', process.env.METRICS_PORT].filter(Boolean);

const results = await Promise.all(
  ports.map((port) =>
    fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(4_000) }).then(
      (response) => response.status === 200,
      () => false,
    ),
  ),
);
process.exit(results.includes(true) ? 0 : 1);
