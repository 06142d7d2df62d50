"""An answer as one self-contained HTML page (docs/report.md): no network, readable without JavaScript."""
