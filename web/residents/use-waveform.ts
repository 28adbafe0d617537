import { useEffect, useState } from 'react'
import { connectPatient, type LiveConnection, liveStore, useConnection, useDevice } from '../shared/live/index.ts'
import { now, useNow } from '../shared/time.ts'
import { Waveform } from './waveform.ts'
import { type WaveformState, waveformStateOf } from './waveform-state.ts'

interface LiveWaveform {
  readonly state: WaveformState
  /** null while disconnected */
  readonly waveform: Waveform | null
  readonly connect: () => void
  readonly disconnect: () => void
}

/** The patient connection with its waveform: opens with the page, and can be closed and reopened by hand (LI-8). */
export function useWaveform(clinic_id: string, patient_id: string, device_id: string): LiveWaveform {
  // Each click on Connect is another attempt; null: disconnected by hand.
  const [attempt, setAttempt] = useState<number | null>(1)
  const [open, setOpen] = useState<{ connection: LiveConnection; waveform: Waveform } | null>(null)

  useEffect(() => {
    if (attempt === null) return
    const waveform = new Waveform()
    const stop = liveStore.on('waveform', (message) => {
      if (message.device_id === device_id) waveform.receive(message, now())
    })
    const connection = connectPatient({ clinic_id, patient_id, device_id })
    setOpen({ connection, waveform })
    return () => {
      stop()
      connection.close()
      setOpen(null)
    }
  }, [attempt, clinic_id, patient_id, device_id])

  const connection = useConnection(open?.connection ?? null)
  const isOnline = useDevice(device_id)?.status !== 0
  const at = useNow()
  return {
    state: waveformStateOf(connection, isOnline, open?.waveform.lastChunkAt ?? null, at),
    waveform: open?.waveform ?? null,
    connect: () => setAttempt((before) => (before ?? 0) + 1),
    disconnect: () => setAttempt(null),
  }
}
