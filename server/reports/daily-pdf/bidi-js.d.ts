/** The module proper; what the package's own types describe is not how Node finds it. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'
  export default function bidiFactory(): Bidi
}
