"""Servers made from real descriptions pass the tests that come with them: both transports and eras, and every tool."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SPECS = Path(__file__).parents[3] / "shared" / "specs"
CHOSEN = (
    "petstore3-swagger/openapi.yaml",
    "museum/openapi.yaml",
    "box/openapi.json",
    "docker-engine/swagger.yaml",
    "github/api.github.com.json",
    "digitalocean/DigitalOcean-public.v2.yaml",
    "figma/openapi.yaml",
    "notion-mcp/notion-openapi.json",
    "oai-query-3.2/3.2-query-example.yaml",
    "oai-tags-3.2/3.2-tags-example.yaml",
    "redocly-cafe-3.2/cafe.yaml",
    "redocly-xml-3.2/openapi.yaml",
    "uber-2.0/uber.yaml",
    "twilio-api/twilio_api_v2010.json",
    "burgershop/burgershop.openapi.yaml",
    "argocd/openapi-argocd.json",
    "readme-form-data-3.0/form-data.json",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SPECS.is_dir(), reason="needs the folder of real descriptions"),
]


@pytest.mark.parametrize("entry", CHOSEN)
def test_its_own_tests_pass(entry, tmp_path) -> None:
    command = [sys.executable, "-m", "mcpgen", "generate", str(SPECS / entry), "-o", "server"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=tmp_path / "server", env=env, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout[-3000:]
