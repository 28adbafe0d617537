import { type Icon, outlined } from './icons.tsx'

/**
 * Marks of a bed's signal by its state (WA-1), as paths too, because cards write them without React. The first and
 * `malformed` are ours, the others Tabler's.
 */
export const signalPaths = {
  no_breathing: 'M2 14c1.2 -7 3 -7 4.2 0s3 7 4.2 0h11.6M17 3v5M17 11.5v.01',
  stuck: 'M4 12v-3a3 3 0 0 1 3 -3h13m-3 -3l3 3l-3 3M20 12v3a3 3 0 0 1 -3 3h-13m3 3l-3 -3l3 -3',
  silent:
    'M12 18l.01 0M9.172 15.172a4 4 0 0 1 5.656 0M6.343 12.343a7.963 7.963 0 0 1 3.864 -2.14m4.163 .155a7.965 7.965 0 0 1 3.287 2M3.515 9.515a12 12 0 0 1 3.544 -2.455m3.101 -.92a12 12 0 0 1 10.325 3.374M3 3l18 18',
  clock: 'M20.986 12.502a9 9 0 1 0 -5.973 7.98M12 7v5l3 3M19 16v3M19 22v.01',
  malformed: 'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12M9 9l6 6M15 9l-6 6',
  paused: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M10 9v6M14 9v6',
} as const

type Marked = keyof typeof signalPaths

export const signalIcons: Record<Marked, Icon> = {
  no_breathing: outlined(signalPaths.no_breathing),
  stuck: outlined(signalPaths.stuck),
  silent: outlined(signalPaths.silent),
  clock: outlined(signalPaths.clock),
  malformed: outlined(signalPaths.malformed),
  paused: outlined(signalPaths.paused),
}
