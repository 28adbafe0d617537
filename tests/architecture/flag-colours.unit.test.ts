import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The specification calls the flags' colours green, yellow, red and blue; a warning is amber, and a danger red. */

const sheet = readFileSync('web/shared/tokens.css', 'utf8')
/** light, then dark */
const valuesOf = (token: string): string[] =>
  [...sheet.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value!).slice(0, 2)

const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const channels = (colour: string) => [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255))

/** OKLab, in which equal distances look equal. */
function labOf(colour: string): number[] {
  const [r, g, b] = channels(colour) as [number, number, number]
  const l = Math.cbrt(0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_99 * b)
  const m = Math.cbrt(0.211_903_5 * r + 0.680_699_55 * g + 0.107_396_96 * b)
  const s = Math.cbrt(0.088_302_46 * r + 0.281_718_84 * g + 0.629_978_7 * b)
  return [
    0.210_454_26 * l + 0.793_617_79 * m - 0.004_072_05 * s,
    1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_71 * s,
    0.025_904_04 * l + 0.782_771_77 * m - 0.808_675_77 * s,
  ]
}
const distance = (a: string, b: string) => Math.hypot(...labOf(a).map((value, at) => value - labOf(b)[at]!))

const luminance = (colour: string) => {
  const [r, g, b] = channels(colour) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) =>
  (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05)

const flags = ['flag-2', 'flag-3', 'flag-4', 'flag-5']

it('no flag can be taken for a warning or a danger, in either theme [DA-7] [RE-6]', () => {
  for (const flag of flags)
    for (const state of ['warn', 'danger'])
      for (const [theme, value] of valuesOf(flag).entries())
        expect(distance(value, valuesOf(state)[theme]!), `${flag} ${state} ${theme}`).toBeGreaterThan(0.07)
})

it('the word of a flag can be read on every card [DA-7] [RE-6]', () => {
  for (const flag of flags)
    for (const behind of ['surface', 'warn-soft', 'danger-soft'])
      for (const [theme, value] of valuesOf(flag).entries())
        expect(contrast(value, valuesOf(behind)[theme]!), `${flag} ${behind} ${theme}`).toBeGreaterThanOrEqual(4.5)
})
