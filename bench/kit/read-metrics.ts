/** What a portal says of itself in /metrics. @returns the value of a metric by its name without prefix; 0: not there */
export async function readMetrics(http: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${http}/metrics`)).text()
  return (name) => Number(new RegExp(`^eupnea_${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0)
}
