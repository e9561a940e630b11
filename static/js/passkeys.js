// Passkeys: asks the browser to make or to use one, and posts what it answers with the form.
// Nothing here is needed to play, nor to sign in with a password.
(() => {
  "use strict";

  const toBytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const toText = (bytes) => {
    const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
    return btoa(letters.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const known = (keys) => (keys || []).map((key) => ({ ...key, id: toBytes(key.id) }));

  async function create(options) {
    const asked = {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: known(options.excludeCredentials),
      // A passkey: kept by the device, and only after finger, face or PIN.
      authenticatorSelection: {
        ...options.authenticatorSelection,
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    };
    const made = await navigator.credentials.create({ publicKey: asked });
    return {
      ...base(made),
      response: {
        attestationObject: toText(made.response.attestationObject),
        clientDataJSON: toText(made.response.clientDataJSON),
        transports: made.response.getTransports ? made.response.getTransports() : [],
      },
    };
  }

  async function get(options) {
    const asked = {
      ...options,
      challenge: toBytes(options.challenge),
      allowCredentials: known(options.allowCredentials),
    };
    const found = await navigator.credentials.get({ publicKey: asked });
    const { authenticatorData, clientDataJSON, signature, userHandle } = found.response;
    return {
      ...base(found),
      response: {
        authenticatorData: toText(authenticatorData),
        clientDataJSON: toText(clientDataJSON),
        signature: toText(signature),
        userHandle: userHandle ? toText(userHandle) : null,
      },
    };
  }

  const base = (credential) => ({
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment || null,
    clientExtensionResults: credential.getClientExtensionResults(),
  });

  async function optionsOf(form) {
    if (!form.dataset.options) {
      const data = JSON.parse(document.getElementById("passkey-options").textContent);
      return (data.creation_options || data.request_options).publicKey;
    }
    const answer = await fetch(form.dataset.options, {
      headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" },
    });
    if (!answer.ok) throw new Error(`options: ${answer.status}`);
    return (await answer.json()).request_options.publicKey;
  }

  for (const form of document.querySelectorAll("[data-passkey]")) {
    const button = form.querySelector("[data-passkey-go]");
    const wrong = form.querySelector("[data-passkey-wrong]");
    if (!window.isSecureContext || !window.PublicKeyCredential) {
      form.querySelector("[data-passkey-note]").hidden = false;
      continue;
    }
    button.hidden = false;
    button.addEventListener("click", async () => {
      wrong.hidden = true;
      button.disabled = true;
      try {
        const options = await optionsOf(form);
        const credential = form.dataset.passkey === "create" ? await create(options) : await get(options);
        form.elements.credential.value = JSON.stringify(credential);
        form.submit();
      } catch {
        wrong.hidden = false;
        button.disabled = false;
        button.focus();
      }
    });
  }
})();
