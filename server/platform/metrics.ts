import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** The registry behind /metrics. Each part registers its own instruments. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry, prefix: 'eupnea_' })

const registers = [registry]

export const counter = (name: string, help: string, labelNames: string[] = []) =>
  new Counter({ name: `eupnea_${name}`, help, labelNames, registers })

/** @param collect reads what it is of; the gauge of whatever was there before, as in tests, is gone */
export function gauge(name: string, help: string, collect: (this: Gauge) => void): void {
  registry.removeSingleMetric(`eupnea_${name}`)
  new Gauge({ name: `eupnea_${name}`, help, registers, collect })
}
