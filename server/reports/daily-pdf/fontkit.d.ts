declare module 'fontkit' {
  /** Where a mark attaches to a letter; a font may omit it. */
  export type Anchor = object | null

  export interface MarkPlacing {
    applyAnchor(mark: { readonly markAnchor: Anchor }, base: Anchor, baseIndex: number): void
  }

  /** Glyphs of a text and their positions: numbers by name, in font units. */
  export interface GlyphRun {
    readonly glyphs: readonly { readonly id: number; readonly codePoints: readonly number[] }[]
    readonly positions: readonly { readonly xAdvance: number }[]
  }

  /** OpenType features by tag; an object can also turn some off. */
  export type Features = readonly string[] | Readonly<Record<string, boolean>>

  /** The part of the type that we use. */
  export interface Font {
    layout(text: string, features?: Features): GlyphRun
    hasGlyphForCodePoint(codePoint: number): boolean
    /** absent in fonts that place no marks */
    readonly _layoutEngine: { readonly engine: { readonly GPOSProcessor?: MarkPlacing } | null }
  }
  export function create(bytes: Uint8Array): Font
}
