/** Names that only programs have. */
export const code = [
  {
    class: 'identifier',
    ask: 'computeTideOffset',
    file: 'Code/tides/src/offset.ts',
    is: {
      raw: "import { harmonics } from './harmonics.ts';\n\n/** The difference between a gauge and the reference port. */\nexport function computeTideOffset(gauge: Gauge, port: Port): number {\n  const shift = harmonics(port).phase - gauge.phase;\n  return shift * gauge.factor;\n}\n",
    },
    others: {
      'Code/tides/src/main.ts': {
        raw: "import { computeTideOffset } from './offset.ts';\n\nconst offset = computeTideOffset(gauge, port);\nconsole.log(offset);\n",
      },
      'Code/tides/dist/bundle.js': {
        raw: `var a=1;function computeTideOffset(g,p){return (h(p).phase-g.phase)*g.factor}\n${'computeTideOffset(q,r);'.repeat(40)}\n`,
      },
      'Code/tides/CHANGELOG.md': {
        raw: '# Changes\n\n## 1.4\n- computeTideOffset takes a port\n- computeTideOffset is faster\n',
      },
      'Notes/work/tides.md': {
        text: 'The tide offset is wrong by an hour: compute it again, ask Ines about computeTideOffset.',
      },
    },
    near: 'tide offset',
  },
  {
    class: 'identifier',
    ask: 'parse_gpx_track',
    file: 'Code/trackmill/trackmill/gpx.py',
    is: {
      raw: 'import xml.etree.ElementTree as tree\n\n\ndef parse_gpx_track(path):\n    """Reads the points of the first track of a GPX file."""\n    root = tree.parse(path).getroot()\n    return [(float(p.get("lat")), float(p.get("lon"))) for p in root.iter("trkpt")]\n\n\ndef parse_gpx_tracks(paths):\n    return [parse_gpx_track(path) for path in paths]\n',
    },
    others: {
      'Code/trackmill/trackmill/cli.py': {
        raw: 'from .gpx import parse_gpx_track\n\n\ndef main(argv):\n    print(len(parse_gpx_track(argv[1])))\n',
      },
      'Code/trackmill/build/lib/trackmill/cli.py': {
        raw: 'from .gpx import parse_gpx_track\n\n\ndef main(argv):\n    print(len(parse_gpx_track(argv[1])))\n',
      },
      'Code/trackmill/tests/test_cli.py': {
        raw: 'from trackmill.cli import main\n\n# parse_gpx_track is tested elsewhere\n\ndef test_main(capsys):\n    main(["", "walk.gpx"])\n',
      },
      'Notes/work/gpx.md': { text: 'Parse the track of the GPS: gpx first, then the rest.' },
    },
    near: 'gpx track',
  },
  {
    class: 'identifier',
    ask: 'MAX_RETRY_WINDOW',
    file: 'Code/courier/src/limits.h',
    is: {
      raw: '#ifndef LIMITS_H\n#define LIMITS_H\n\n/* Seconds in which a delivery may be tried again. */\n#define MAX_RETRY_WINDOW 900\n#define MAX_QUEUE 64\n\n#endif\n',
    },
    others: {
      'Code/courier/src/queue.c': {
        raw: '#include "limits.h"\n\nint due(long now, long first) {\n  return now - first < MAX_RETRY_WINDOW;\n}\n',
      },
      'Code/courier/build/queue.i': {
        raw: `# 1 "queue.c"\n/* MAX_RETRY_WINDOW */\n${'int due(long now, long first) { return now - first < 900; }\n'.repeat(30)}`,
      },
      'Code/courier/README.md': {
        raw: '# courier\n\nDeliveries are tried again within the retry window (max 15 minutes).\n',
      },
    },
    near: 'retry window',
  },
  {
    class: 'identifier',
    ask: 'BarcodeScannerView',
    file: 'Code/pantry/app/src/BarcodeScannerView.kt',
    is: {
      raw: 'package pantry\n\nclass BarcodeScannerView(context: Context) : View(context) {\n  fun start() {\n    camera.open()\n  }\n}\n',
    },
    others: {
      'Code/pantry/app/src/MainActivity.kt': {
        raw: 'package pantry\n\nclass MainActivity : Activity() {\n  private lateinit var scanner: BarcodeScannerView\n  override fun onStart() { scanner = BarcodeScannerView(this); scanner.start() }\n}\n',
      },
      'Code/pantry/app/build/outputs/mapping.txt': {
        raw: `pantry.BarcodeScannerView -> a.b:\n${'    void start() -> a\n    BarcodeScannerView.camera -> c\n'.repeat(20)}`,
      },
      'Code/pantry/app/res/main.xml': {
        raw: '<LinearLayout>\n  <pantry.BarcodeScannerView id="@+id/scanner" />\n</LinearLayout>\n',
      },
    },
    near: 'barcode scanner',
  },
];
